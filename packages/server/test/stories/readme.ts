/**
 * Reads pages such as README.md as scripts: their `sh story` blocks are steps, and a `text` or `json` block that
 * follows one is what it prints. `…` in what is shown stands for any text.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const README = new URL('../../../../README.md', import.meta.url);
const PRINTED_ADDRESS = 'http://127.0.0.1:4000';
const BLOCK = /^```(?<info>[^\n]*)\n(?<text>.*?)^```$/gms;
const STEP_END = '-- end of step --';
const SCRIPT_TIMEOUT_MS = 180_000;

export interface Step {
  readonly commands: string;
  /** What the page shows as printed by the step; null where it shows nothing. */
  readonly shown: { readonly kind: 'text' | 'json'; readonly text: string } | null;
}

/** The steps of the README's quick start, in order. */
export function readmeSteps(): Step[] {
  return stepsOf(README);
}

/** The steps of a page, in order. */
export function stepsOf(page: URL): Step[] {
  const steps: { commands: string; shown: Step['shown'] }[] = [];
  let open = false;
  for (const { groups } of readFileSync(page, 'utf8').matchAll(BLOCK)) {
    const info = groups?.info ?? '';
    const text = groups?.text ?? '';
    const last = steps.at(-1);
    if (info === 'sh story') steps.push({ commands: text, shown: null });
    else if (open && last !== undefined && (info === 'text' || info === 'json')) last.shown = { kind: info, text };
    open = info === 'sh story';
  }
  return steps;
}

/**
 * Runs all steps in one bash against the service at `url`; gives what each printed.
 * @param folder where the shell starts; programs in its folder `bin` come before others
 * @throws with the commands of the first step that fails, and all that it printed
 */
export async function runSteps(steps: readonly Step[], url: string, folder = process.cwd()): Promise<string[]> {
  const script = steps.map((step) => `${step.commands}\necho\necho '${STEP_END}'\n`).join('\n');
  const argv = ['-euo', 'pipefail', '-c', script.replaceAll(PRINTED_ADDRESS, url)];
  const { isDone, stdout, stderr } = await runBash(argv, folder);
  const printed = stdout.split(`${STEP_END}\n`);
  if (!isDone) {
    const failed = printed.length - 1;
    assert.fail(`This step failed:\n${steps[failed]?.commands}\nIt printed:\n${printed[failed]}\n${stderr}`);
  }
  return printed.slice(0, steps.length);
}

function runBash(argv: string[], cwd: string): Promise<{ isDone: boolean; stdout: string; stderr: string }> {
  // The program refuses variables of its prefix that it does not know, such as those of the test run.
  const known = Object.entries(process.env).filter(([name]) => !name.startsWith('LECTERN_'));
  const env = { ...Object.fromEntries(known), PATH: `${join(cwd, 'bin')}${delimiter}${process.env.PATH}` };
  return new Promise((resolve) => {
    execFile('bash', argv, { cwd, env, timeout: SCRIPT_TIMEOUT_MS }, (error, stdout, stderr) => {
      resolve({ isDone: error === null, stdout, stderr });
    });
  });
}

/** Fails unless what was printed is what the page shows. */
export function assertPrinted(printed: string, shown: NonNullable<Step['shown']>): void {
  if (shown.kind === 'json') assertLike(JSON.parse(printed), JSON.parse(shown.text), 'response');
  else assert.equal(printed.trim(), shown.text.trim());
}

/** Deep equality in which `…` inside an expected text stands for any text. */
function assertLike(actual: unknown, expected: unknown, path: string): void {
  if (typeof expected === 'string' && expected.includes('…')) {
    const [start = '', end = ''] = expected.split('…');
    assert.ok(typeof actual === 'string' && actual.startsWith(start) && actual.endsWith(end), `${path} is ${actual}`);
    return;
  }
  if (typeof expected !== 'object' || expected === null) {
    assert.deepEqual(actual, expected, path);
    return;
  }
  assert.ok(typeof actual === 'object' && actual !== null, `${path} is ${actual}`);
  assert.deepEqual(Object.keys(actual).sort(), Object.keys(expected).sort(), `keys of ${path}`);
  for (const [key, value] of Object.entries(expected)) {
    assertLike(Object.getOwnPropertyDescriptor(actual, key)?.value, value, `${path}.${key}`);
  }
}
