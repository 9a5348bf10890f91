/**
 * The command line of the import: which words it takes, and the exit code of each way to get them wrong.
 * What it does with a service is tested in `test/content/importers/contentful.test.ts`.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runImport } from './import-command.ts';

async function run(argv: string[], environment: Record<string, string> = { LECTERN_TOKEN: 'cms_mgm_x' }) {
  const printed: string[] = [];
  const errors: string[] = [];
  const output = {
    print: (text: string) => printed.push(text),
    printError: (text: string) => errors.push(text),
    progress: null,
  };
  const code = await runImport(argv, environment, output as never);
  return { code, printed: printed.join('\n'), errors: errors.join('\n') };
}

const wrong: [string, string[], RegExp][] = [
  ['without words', [], /<source> is missing/],
  ['without a file', ['contentful', '--space', 's'], /<export file> is missing/],
  ['with another source', ['ghost', 'x.json', '--space', 's'], /use "contentful", "wordpress" or "strapi"/],
  [
    'with a rule for edited entries where there are none',
    ['wordpress', 'x.xml', '--space', 's', '--changed', 'draft'],
    /--changed is for contentful only/,
  ],
  [
    'with a folder of files where the export has them',
    ['strapi', 'x.tar.gz', '--space', 's', '--assets', '.'],
    /--assets is not for strapi/,
  ],
  ['without a space', ['contentful', 'x.json'], /--space is missing/],
  ['with an unknown option', ['contentful', 'x.json', '--spaces', 's'], /Unknown option '--spaces'/],
  [
    'with an argument too many',
    ['contentful', 'x.json', 'y.json', '--space', 's'],
    /"y.json" is one argument too many/,
  ],
  ['with an option twice as a switch', ['contentful', 'x.json', '--space'], /--space/],
  [
    'with another rule for edited entries',
    ['contentful', 'x.json', '--space', 's', '--changed', 'skip'],
    /takes publish or draft/,
  ],
  ['with an invalid URL', ['contentful', 'x.json', '--space', 's', '--url', 'ftp://x'], /not an http URL/],
  ['with a missing folder', ['contentful', 'x.json', '--space', 's', '--assets', '/nowhere/at/all'], /is not a folder/],
];

describe('lectern import', () => {
  for (const [name, argv, message] of wrong) {
    it(`is used wrongly ${name}`, async () => {
      const { code, printed, errors } = await run(argv);
      assert.equal(code, 2);
      assert.match(errors, message);
      assert.match(errors, /Usage: lectern import contentful/);
      assert.equal(printed, '');
    });
  }

  it('asks for a token', async () => {
    const { code, errors } = await run(['contentful', 'x.json', '--space', 's'], {});
    assert.equal(code, 2);
    assert.match(errors, /LECTERN_TOKEN/);
  });

  it('leaves a wrong configuration to the program', async () => {
    await assert.rejects(run(['contentful', 'x.json', '--space', 's'], { LECTERN_URL: 'nonsense' }), {
      name: 'ConfigurationError',
    });
  });

  it('fails where the file is missing', async () => {
    const { code, errors } = await run(['contentful', '/nowhere/x.json', '--space', 's']);
    assert.equal(code, 1);
    assert.match(errors, /x\.json cannot be read/);
  });

  it('prints its usage', async () => {
    const { code, printed } = await run(['--help']);
    assert.equal(code, 0);
    assert.match(printed, /--changed publish\|draft/);
  });
});
