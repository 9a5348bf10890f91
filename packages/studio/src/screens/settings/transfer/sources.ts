/** The systems that content comes from by `lectern import`. */

export interface Source {
  readonly name: string;
  /** What the command calls it. */
  readonly command: string;
  /** Page of the guide. */
  readonly guide: string;
  /** What its export is usually called. */
  readonly file: string;
  /** Folder of its files, where they are not in the export. */
  readonly assets: string | null;
}

export const sources: readonly Source[] = [
  {
    name: 'Contentful',
    command: 'contentful',
    guide: 'import-from-contentful',
    file: 'export.json',
    assets: '.',
  },
  {
    name: 'WordPress',
    command: 'wordpress',
    guide: 'moving-from-wordpress',
    file: 'export.xml',
    assets: 'uploads',
  },
  { name: 'Strapi', command: 'strapi', guide: 'moving-from-strapi', file: 'export.tar.gz', assets: null },
];

interface Target {
  /** Address of the service. */
  readonly url: string;
  readonly space: string;
  readonly environment: string;
}

/** The line to type, without the key, which is in `LECTERN_TOKEN`. */
export function importCommand({ command, file, assets }: Source, target: Target): string {
  const { url, space, environment } = target;
  const files = assets === null ? '' : ` --assets ${assets}`;
  return `npx lectern import ${command} ${file}${files} --url ${url} --space ${space} --environment ${environment}`;
}
