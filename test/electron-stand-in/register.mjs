import { registerHooks } from 'node:module';

// Preloaded with `node --import`: whoever imports Electron gets the stand-in, and nothing else changes.
const standIn = new URL('./electron.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
