/**
 * Bundles and minifies the pages: `node bundle.js FOLDER` writes `main.js` and `style.css`, and compresses both and
 * `editor.js`. Cargo runs this when it builds the server (`crates/server/build.rs`), after the editor, whose esbuild it uses.
 *
 * Two modules are not in the bundle, because the program generates them: the list of its games, and the translations of
 * its messages.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const WEB = fileURLToPath(new URL('.', import.meta.url));
const GENERATED = ['wag/games/names.js', 'wag/i18n/sentences.js'];

/** Returns the list of games as a module: the drawings are in the bundle, names and titles come from the program. */
function listOfGames() {
  const names = readdirSync(join(WEB, 'games'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => name.slice(0, -3));
  const imports = names.map((name, at) => `import view${at} from 'wag/games/${name}.js';\n`);
  const views = names.map((name, at) => `${JSON.stringify(name)}: view${at}`);
  return `import { names } from 'wag/games/names.js';
${imports.join('')}const views = { ${views.join(', ')} };
export const games = names.map((one) => ({ ...one, view: views[one.name] ?? null }));
`;
}

/** @type {import('esbuild').Plugin} */
const modules = {
  name: 'wag',
  setup(build) {
    build.onResolve({ filter: /^wag\// }, ({ path }) => {
      if (GENERATED.includes(path)) return { path, external: true };
      if (path === 'wag/games/index.js') return { path, namespace: 'games' };
      return { path: join(WEB, path.slice('wag/'.length)) };
    });
    build.onLoad({ filter: /.*/, namespace: 'games' }, () => ({
      contents: listOfGames(),
      resolveDir: WEB,
    }));
  },
};

/** @param {string} folder */
export async function bundlePages(folder) {
  const { build } = createRequire(join(WEB, 'editor/package.json'))('esbuild');
  const { outputFiles } = await build({
    entryPoints: [
      { in: join(WEB, 'main.js'), out: 'main' },
      { in: join(WEB, 'style.css'), out: 'style' },
    ],
    outdir: folder,
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    external: ['/web/*'],
    plugins: [modules],
  });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  for (const name of ['main.js', 'style.css', 'editor.js']) {
    const path = join(folder, name);
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
  }
}

if (process.argv[1] === join(WEB, 'bundle.js')) await bundlePages(process.argv[2]);
