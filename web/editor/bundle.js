/**
 * Bundles the editor: `node bundle.js FILE`. Installs its packages first if they are missing or not those of
 * `package-lock.json`. Cargo runs this when it builds the server (`crates/server/build.rs`).
 */

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const LOCK = path('package-lock.json');
const INSTALLED = path('node_modules/.installed');

/** Without a network, npm gives up at once. */
const NPM = [
  'ci',
  '--silent',
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
  '--prefer-offline',
  '--fetch-retries=0',
  '--fetch-timeout=20000',
];

function install() {
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === readFileSync(LOCK, 'utf8')) return;
  execFileSync('npm', NPM, { cwd: path('.'), stdio: ['ignore', 'ignore', 'inherit'] });
  copyFileSync(LOCK, INSTALLED);
}

/** Returns the bundler, and installs it before if necessary. */
export function esbuild() {
  install();
  return import('esbuild');
}

/** Writes the bundle into a file, or returns its text. @param {string} [file] @returns {Promise<string>} */
export async function bundle(file) {
  const { build } = await esbuild();
  const { outputFiles } = await build({
    entryPoints: [path('src/code-view.js')],
    outfile: file,
    write: file !== undefined,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'warning',
    banner: {
      js: '/* The editor of Wag. It contains CodeMirror 6 and Lezer, (c) Marijn Haverbeke and others, MIT license: https://codemirror.net */',
    },
  });
  return outputFiles?.[0]?.text ?? '';
}

if (process.argv[1] === path('bundle.js')) await bundle(process.argv[2]);
