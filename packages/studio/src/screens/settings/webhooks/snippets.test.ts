/** The snippets for receivers accept what is signed, and nothing else: each is run where its language is installed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { snippets } from './snippets.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"event":"entry.publish","resource":{"id":"Zoë 💡"}}';
const SIGNED = createHmac('sha256', SECRET).update(BODY).digest('hex');

/** How a snippet is run: what follows it takes the secret, then bodies and signatures in turn, and prints `true` or `false` for each. */
interface Program {
  readonly command: readonly string[];
  readonly file: string;
  readonly rest: string;
  readonly from?: readonly [string, string];
}

const programs: Readonly<Record<string, Program>> = {
  Node: {
    command: [process.execPath],
    file: 'check.mjs',
    rest: `const [secret, ...given] = process.argv.slice(2);
for (let at = 0; at < given.length; at += 2) console.log(isSigned(Buffer.from(given[at]), given[at + 1], secret));`,
  },
  Python: {
    command: ['python3'],
    file: 'check.py',
    rest: `import sys
for at in range(2, len(sys.argv), 2):
    print(str(is_signed(sys.argv[at].encode(), sys.argv[at + 1], sys.argv[1])).lower())`,
  },
  PHP: {
    command: ['php'],
    file: 'check.php',
    rest: `for ($at = 2; $at < $argc; $at += 2) echo is_signed($argv[$at], $argv[$at + 1], $argv[1]) ? "true\\n" : "false\\n";`,
  },
  Go: {
    command: ['go', 'run'],
    file: 'check.go',
    rest: `func main() {
	for at := 2; at < len(os.Args); at += 2 {
		fmt.Println(IsSigned([]byte(os.Args[at]), os.Args[at+1], os.Args[1]))
	}
}`,
    from: ['package webhook\n\nimport (', 'package main\n\nimport (\n"fmt"\n"os"'],
  },
};

const forgeries: readonly (readonly [string, string])[] = [
  [`${BODY} `, SIGNED],
  ...['', SIGNED.slice(0, 62), `${SIGNED}00`, 'x'.repeat(64), 'ü'].map((signature) => [BODY, signature] as const),
];

const folder = mkdtempSync(join(tmpdir(), 'snippets-'));
after(() => rmSync(folder, { recursive: true }));

for (const { language, code } of snippets) {
  const program = programs[language];
  test(`the snippet in ${language} accepts what is signed, and nothing else`, (context) => {
    assert.ok(program !== undefined);
    const { command, file, rest, from = ['', ''] } = program;
    const [name = '', ...options] = command;
    writeFileSync(join(folder, file), `${code.replace(...from)}\n${rest}\n`);
    const given = [[BODY, SIGNED] as const, ...forgeries].flat();
    const run = spawnSync(name, [...options, join(folder, file), SECRET, ...given], { encoding: 'utf8' });
    if (run.error !== undefined) return context.diagnostic(`${name} is not installed here`);
    assert.equal(run.status, 0, run.stderr);
    assert.deepEqual(run.stdout.trim().split('\n'), ['true', ...forgeries.map(() => 'false')]);
  });
}
