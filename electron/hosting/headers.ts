/**
 * The page's Content Security Policy (CSP Level 3), under either host. Scripts and styles come from the app's files
 * only; Svelte's Trusted Types policy makes markup from text; bits-ui's dialog sets the one `style` attribute.
 */
const contentSecurityPolicy = (connect: "'none'" | "'self'"): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connect}`,
    "worker-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types svelte-trusted-html',
  ].join('; ');

/**
 * The headers of every response to the page.
 *
 * @param connect `'none'` with a preload script, `'self'` with a WebSocket
 */
export const securityHeaders = (connect: "'none'" | "'self'"): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': contentSecurityPolicy(connect),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), serial=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
});
