/**
 * Completes package-lock.json after a change of the dependencies.
 * Adds the platform packages that the registry in use did not serve when the lock was written: without their entries
 * `npm ci` refuses the whole lock; with them it skips every package of another platform.
 * Removes `engines`: npm would compare them with the Node that runs it and warn (EBADENGINE), while everything runs on the
 * project's own Node. Invariant: of an entry that is there already, nothing else is changed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LOCK_PATH = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

const lock = JSON.parse(readFileSync(LOCK_PATH, 'utf8'));
const added = missingPlatformPackages(lock.packages);
const checked = Object.values(lock.packages).filter((entry) => 'engines' in entry);
if (added.length + checked.length > 0) {
  for (const [path, entry] of added) lock.packages[path] = entry;
  for (const entry of checked) delete entry.engines;
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(LOCK_PATH, `${JSON.stringify(lock, null, 2)}\n`);
}
console.log(`package-lock.json: ${added.length} platform packages added, \`engines\` of ${checked.length} removed.`);

/** The lock entries that `packages` names as optional dependencies of an exact version but does not hold. */
function missingPlatformPackages(packages) {
  const missing = [];
  for (const owner of Object.values(packages)) {
    for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
      const path = `node_modules/${name}`;
      if (path in packages || !/^\d/.test(version)) continue;
      missing.push([path, { version, ...platformOf(name), ...(owner.dev ? { dev: true } : {}), optional: true }]);
    }
  }
  return missing;
}

/** The `os`, `cpu` and `libc` that the words of a platform package's name stand for. */
function platformOf(name) {
  const words = name.split('/').at(-1).split('-');
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  if (os.length === 0) throw new Error(`${name} names no platform; add it to package-lock.json by hand.`);
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : [];
  return { ...(cpu.length > 0 ? { cpu } : {}), ...(libc.length > 0 && os[0] === 'linux' ? { libc } : {}), os };
}
