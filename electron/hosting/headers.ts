/**
 * What the page may do, whoever shows it. Scripts and styles come from the app's own files; markup made from text
 * passes Svelte's one Trusted Types policy; the one `style` attribute is set by bits-ui's dialog.
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
 * The headers of every answer to the page.
 *
 * @param connect `'none'` where the page speaks through a preload script, `'self'` where it needs its WebSocket
 */
export const securityHeaders = (connect: "'none'" | "'self'"): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': contentSecurityPolicy(connect),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), serial=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
});
