/** The commit of a program is known in a clone, in a worktree of it, in a package and in an image; elsewhere it is null. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { commitOf } from './program-version.ts';

const PLACEHOLDER = '$Format:%H$\n';

it('is that of the branch in a clone and a worktree, packed or not, and of a commit that is checked out by itself', () => {
  const root = temporaryFolder('commit');
  const clone = join(root, 'clone');
  mkdirSync(clone);
  const git = (...words: string[]) => execFileSync('git', ['-C', clone, ...words], { encoding: 'utf8' }).trim();
  git('init', '--quiet', '--initial-branch=main');
  for (const message of ['First', 'Second'])
    git('-c', 'user.name=n', '-c', 'user.email=n@example.com', 'commit', '--quiet', '--allow-empty', '-m', message);
  writeFileSync(join(root, 'commit'), PLACEHOLDER);
  const [head, first] = ['HEAD', 'HEAD~1'].map((name) => git('rev-parse', name).slice(0, 12));
  assert.equal(commitOf(root, clone), head);
  git('pack-refs', '--all');
  assert.equal(commitOf(root, clone), head);
  git('worktree', 'add', '--quiet', '-b', 'other', '../tree', 'HEAD~1');
  assert.equal(commitOf(root, join(root, 'tree')), first);
  git('checkout', '--quiet', '--detach', 'HEAD~1');
  assert.equal(commitOf(root, clone), first);
  rmSync(root, { recursive: true });
});

it('is that in the file of a package or an image, and null where nobody knows', () => {
  const root = temporaryFolder('commit');
  assert.equal(commitOf(root, root), null);
  writeFileSync(join(root, 'commit'), `${'3a4b5c6d7e8f'.padEnd(40, '0')}\n`);
  assert.equal(commitOf(root, root), '3a4b5c6d7e8f');
  writeFileSync(join(root, 'commit'), PLACEHOLDER);
  assert.equal(commitOf(root, root), null);
});
