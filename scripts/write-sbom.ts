/**
 * Writes the software bill of materials of the service and Studio, as CycloneDX: every npm package that the lock file has for them,
 * with its version, license and hash, those for other platforms as optional. Made from the lock file alone, so that the same sources
 * give the same bytes. `npm sbom` refuses a lock file with the packages of every platform.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = 'node_modules/';
export const SBOM_FILE = 'sbom.cdx.json';

/** What a lock file says of an installed package. */
interface Locked {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
}

if (import.meta.main) writeFileSync(process.argv[2] ?? SBOM_FILE, sbomText());

/** The bill of materials as JSON text. */
export function sbomText(): string {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
  const { packages } = read('package-lock.json') as { packages: Record<string, Locked> };
  const { version, license } = read('packages/server/package.json') as Required<Pick<Locked, 'version' | 'license'>>;
  const components = new Map(
    Object.entries(packages).flatMap(([path, locked]) => {
      if (!path.includes(MODULES) || locked.dev === true || locked.link === true) return [];
      const component = componentOf(path, locked);
      return [[component.purl, component] as const];
    }),
  );
  const sbom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', name: 'lectern', version, licenses: [{ license: { id: license } }] },
    },
    components: [...components.values()],
  };
  return `${JSON.stringify(sbom, null, 1)}\n`;
}

function componentOf(path: string, { name, version = '', license, integrity, optional }: Locked) {
  const own = name ?? path.slice(path.lastIndexOf(MODULES) + MODULES.length);
  const purl = `pkg:npm/${own.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    name: own,
    version,
    scope: optional === true ? 'optional' : 'required',
    purl,
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    ...(integrity === undefined ? {} : { hashes: [hashOf(integrity)] }),
  };
}

/** As CycloneDX has it, from subresource integrity. */
function hashOf(integrity: string): { alg: string; content: string } {
  const [algorithm = '', digest = ''] = integrity.split('-', 2);
  return {
    alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
    content: Buffer.from(digest, 'base64').toString('hex'),
  };
}
