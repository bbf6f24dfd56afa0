import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import manifest from './package.json' with { type: 'json' };
import { channelOf, commitOf } from './electron/package/commit.mjs';
import { appIdOf, updatesOf } from './electron/package/release-place.mjs';
import { noticesOfBuild } from './electron/package/notices.mjs';

/**
 * Takes Node's own modules as they are. An `import` of one makes a copy of everything in it, and for that Node loads what
 * nobody asked for: with `node:http` comes all of `fetch`, a tenth of what a thread loads at start.
 */
const builtinsAsTheyAre: Plugin = {
  name: 'builtins-as-they-are',
  renderChunk: (code) =>
    code.replace(
      /^import \{ (.+) \} from "(node:[\w/]+)";$/gm,
      (_line, names: string, module) =>
        `const { ${names.replaceAll(' as ', ': ')} } = process.getBuiltinModule("${module}");`,
    ),
};

const notices = noticesOfBuild();

/** The screens share much in small parts, and each file more is a request at start. Charts and palette come later. */
const sharedByScreens =
  /node_modules[\\/](?!d3-|bits-ui[\\/]dist[\\/]bits[\\/]command[\\/])|src[\\/](state|domain|contract|bridge|components)[\\/]/;

export default defineConfig({
  main: {
    plugins: [builtinsAsTheyAre, notices.gather()],
    define: {
      PINFOLD_COMMIT: JSON.stringify(commitOf(process.env)),
      PINFOLD_APP_ID: JSON.stringify(appIdOf(process.env)),
      PINFOLD_UPDATES: JSON.stringify(updatesOf(process.env)),
      PINFOLD_CHANNEL: JSON.stringify(channelOf(manifest.version, process.env)),
    },
    build: {
      outDir: 'out/main',
      // A program of one file each starts in half the time: zod alone is some hundred. What stands in `dependencies` stays
      // outside: SQLite brings its own binary, and undici is loaded where there is a proxy, and nowhere else.
      externalizeDeps: { include: ['better-sqlite3', 'undici'] },
      rollupOptions: {
        input: {
          main: 'electron/main.ts',
          serve: 'electron/serve.ts',
          // Shared by the two; a file of its own, so that what is shipped can be measured without a host around it.
          core: 'electron/workers/start-core.ts',
          writer: 'electron/workers/writer/main.ts',
          reader: 'electron/workers/reader/main.ts',
          recovery: 'electron/workers/recovery/main.ts',
          'sort-indexer': 'electron/workers/sort-indexer/main.ts',
          snapshotter: 'electron/workers/snapshotter/main.ts',
          'text-indexer': 'electron/workers/text-indexer/main.ts',
          'text-reader': 'electron/workers/text-reader/main.ts',
          exporter: 'electron/workers/exporter/main.ts',
          verifier: 'electron/workers/verifier/main.ts',
          'duplicate-finder': 'electron/workers/duplicate-finder/main.ts',
          practice: 'electron/practice/process.ts',
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js', // Beside the entries: the core finds its threads' programs relative to its own file.
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  },
  preload: {
    plugins: [notices.gather()],
    build: {
      outDir: 'out/preload',
      // A sandboxed preload is CommonJS and may require nothing but Electron, so everything is bundled.
      externalizeDeps: false,
      rollupOptions: {
        input: { preload: 'electron/preload.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src',
    // The guide is read where the repository keeps it.
    server: { fs: { allow: ['..'] } },
    // Injected styles would need 'unsafe-inline' in the content security policy.
    // The page is built last.
    plugins: [svelte({ compilerOptions: { css: 'external' } }), notices.gather(), notices.write()],
    build: {
      outDir: 'out/renderer',
      minify: true,
      emptyOutDir: true,
      rollupOptions: {
        input: 'src/index.html',
        // Zod is configured where it begins: a schema in a chunk of its own would else exist before `no-eval.ts` ran.
        output: {
          codeSplitting: {
            groups: [
              { name: 'zod', test: /node_modules[\\/]zod[\\/]|src[\\/]no-eval/ },
              { name: 'page', test: sharedByScreens },
            ],
          },
        },
      },
    },
  },
});
