/**
 * The alerting rules as Prometheus itself reads them: its `promtool` tries them on series in which they have to be raised, and on
 * such in which they have not. It is in no npm package, so Debian's is used, unpacked into a scratch folder.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { removeFolder, temporaryFolder } from '../../../testing/src/temporary-folder.ts';

const RULES = fileURLToPath(new URL('../../../../docs/operations/alerts.yaml', import.meta.url));
const SERIES = new URL('alert-series.yaml', import.meta.url);

it('alerts are raised when the operator has to mend something, and not before', { timeout: 600_000 }, () => {
  const folder = temporaryFolder('promtool');
  try {
    const promtool = isInstalled() ? 'promtool' : fetchPromtool(folder);
    execFileSync(promtool, ['check', 'rules', RULES], { stdio: 'pipe' });
    const rules = join(folder, 'rules.yaml');
    writeFileSync(rules, withoutAnnotations(readFileSync(RULES, 'utf8')));
    const series = join(folder, 'series.yaml');
    writeFileSync(series, readFileSync(SERIES, 'utf8').replace('[RULES]', `[${rules}]`));
    const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', series], { encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
  } finally {
    removeFolder(folder);
  }
});

/** What counts here is which alerts are raised; their sentences have figures in them. */
function withoutAnnotations(text: string): string {
  const rules = parse(text) as { groups: { rules: { annotations?: object }[] }[] };
  for (const rule of rules.groups.flatMap((group) => group.rules)) delete rule.annotations;
  return stringify(rules);
}

function isInstalled(): boolean {
  return spawnSync('promtool', ['--version']).status === 0;
}

/** Unpacks it without installing anything, on Debian and its derivatives; on other systems, whoever runs the test installs it. */
function fetchPromtool(folder: string): string {
  const download = () => spawnSync('apt-get', ['download', 'prometheus'], { cwd: folder, encoding: 'utf8' });
  if (download().status !== 0) {
    spawnSync('apt-get', ['update']);
    const { status, stderr, error } = download();
    assert.equal(status, 0, `promtool is not installed, and cannot be fetched: ${error?.message ?? stderr}`);
  }
  execFileSync('dpkg-deb', ['--extract', globSync(join(folder, 'prometheus_*.deb'))[0] ?? '', folder]);
  return join(folder, 'usr/bin/promtool');
}
