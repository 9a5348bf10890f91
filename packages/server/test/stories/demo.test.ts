/** The demo on a fresh clone: started, logged in to, tried with its own three requests, started again. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../../testing/src/temporary-folder.ts';
import { runDemo } from '../../src/commands/demo/demo-command.ts';
import { type DemoFacts, demoText } from '../../src/commands/demo/demo-text.ts';

const run = promisify(execFile);

interface Picture {
  readonly url: string;
  readonly mime_type: string;
  readonly width: number;
  readonly height: number;
}

interface List {
  readonly items: readonly {
    readonly slug: string;
    readonly fields: Readonly<Record<string, unknown>>;
    readonly status?: string;
  }[];
  readonly includes: { readonly entries: readonly unknown[]; readonly assets: readonly Picture[] };
}

/** Starts the demo, passes on what it printed, and ends it. */
async function withDemo(folder: string, use: (facts: DemoFacts) => Promise<void>): Promise<void> {
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let failure: unknown;
  const complained: string[] = [];
  const output = {
    print: (text: string) => {
      use(JSON.parse(text))
        .catch((error) => {
          failure = error;
        })
        .finally(stop);
    },
    printError: (text: string) => void complained.push(text),
    progress: null,
  };
  const code = await runDemo(['--json'], { LECTERN_DATA_DIR: folder, PORT: '0' }, { output, stopped });
  if (failure !== undefined) throw failure;
  assert.deepEqual([code, complained], [0, []]);
}

async function responses(facts: DemoFacts): Promise<List[]> {
  const lists: List[] = [];
  for (const { curl } of facts.requests) {
    const { stdout } = await run('bash', ['-c', curl]);
    lists.push(JSON.parse(stdout));
  }
  return lists;
}

async function assertPictures(pictures: readonly Picture[]): Promise<void> {
  assert.equal(pictures.length, 3);
  for (const { url, mime_type, width, height } of pictures) {
    assert.deepEqual([mime_type, width, height], ['image/jpeg', 1200, 800]);
    const small = await fetch(`${url}?w=300&fm=webp`);
    assert.deepEqual([small.status, small.headers.get('content-type')], [200, 'image/webp']);
  }
}

/** The port is another one each time. */
function pathsOf(pictures: readonly Picture[]): readonly string[] {
  return pictures.map(({ url }) => new URL(url).pathname);
}

it('the demo shows three requests that work, and reuses everything the next time', async () => {
  const folder = temporaryFolder('demo');
  let first: DemoFacts | undefined;
  let pictures: readonly Picture[] = [];
  await withDemo(folder, async (facts) => {
    first = facts;
    const [list, german, preview] = await responses(facts);
    assert.deepEqual(
      list?.items.map((item) => item.slug),
      ['fog-signals', 'a-kettle-on-the-sea-wall', 'the-bird-counters', 'reading-the-tide', 'samphire'],
    );
    assert.equal(list?.includes.entries.length, 3);
    pictures = list?.includes.assets ?? [];
    await assertPictures(pictures);
    assert.deepEqual(
      german?.items.map((item) => item.fields.title),
      ['Die Gezeiten lesen'],
    );
    assert.deepEqual(
      preview?.items.map((item) => item.status),
      ['draft', 'published', 'changed', 'published', 'published', 'published'],
    );
  });
  await withDemo(folder, async (facts) => {
    const { url: _url, studio: _studio, requests: _requests, ...same } = facts;
    const { url: _before, studio: _studioBefore, requests: _requestsBefore, ...earlier } = first ?? facts;
    assert.deepEqual(same, earlier);
    const { email, password } = facts;
    const login = await fetch(`${facts.url}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    assert.equal(login.status, 200);
    const [list] = await responses(facts);
    assert.equal(list?.items.length, 5);
    assert.deepEqual(pathsOf(list?.includes.assets ?? []), pathsOf(pictures));
  });
});

it('the demo tells people first where Studio is, and with what to log in', () => {
  const tokens = { delivery: 'd', preview: 'p', management: 'm' };
  const text = demoText('http://127.0.0.1:4000', {
    email: 'demo@lectern.example',
    password: 'secret',
    space: 's',
    tokens,
  });
  const [told = ''] = text.split('For programs');
  assert.match(told, /http:\/\/127\.0\.0\.1:4000\/studio\n[^\n]*demo@lectern\.example\n[^\n]*secret\n/);
});

it('the demo is used wrongly with an unknown option', async () => {
  const complained: string[] = [];
  const output = { print: () => undefined, printError: (text: string) => void complained.push(text), progress: null };
  assert.equal(await runDemo(['--port', '1'], {}, { output }), 2);
  assert.match(complained.join(), /Usage: lectern demo/);
});
