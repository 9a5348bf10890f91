/**
 * Loads files in TypeScript. Node does so itself from 22.18 on; before, it does with the compiler of the project, if it has one that
 * can be called.
 */
import { createRequire, register } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the compiler is asked: the module as it is, without its types. */
const LOADER = `
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
let compiler;
export function initialize({ from }) { compiler = createRequire(from)('typescript'); }
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const compilerOptions = { module: compiler.ModuleKind.ESNext, target: compiler.ScriptTarget.ES2022, verbatimModuleSyntax: true };
  const { outputText } = compiler.transpileModule(await readFile(new URL(url), 'utf8'), { compilerOptions });
  return { format: 'module', shortCircuit: true, source: outputText };
}`;

let isReady = 'typescript' in process.features && process.features.typescript !== false;

/** What a module exports. @throws Error where this Node needs a compiler and there is none */
export async function importTypeScript(file: string): Promise<Readonly<Record<string, unknown>>> {
  if (!isReady) useCompiler();
  return await import(pathToFileURL(resolve(file)).href);
}

function useCompiler(): void {
  const from = join(process.cwd(), 'package.json');
  if (!hasCompiler(from))
    throw new Error(
      `Node ${process.versions.node} does not read TypeScript; use Node 22.18 or newer, or install typescript 5 in this project.`,
    );
  register(`data:text/javascript,${encodeURIComponent(LOADER)}`, { data: { from } });
  isReady = true;
}

function hasCompiler(from: string): boolean {
  try {
    return typeof createRequire(from)('typescript').transpileModule === 'function';
  } catch {
    return false;
  }
}
