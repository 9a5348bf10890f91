/** Background work that `composition/` or identity builds and no row of `background-jobs.ts` starts: nothing else would miss it. */
import type { SourceFile } from './source-file.ts';

const COMPOSITION = 'packages/server/src/composition/';
/** Identity builds its parts itself. */
const IDENTITY = 'packages/server/src/identity/identity.ts';
const LIST = `${COMPOSITION}background-jobs.ts`;
/** The `run` of a job that does its work in steps. */
const WORK = /^export class (\w+)(?=[\s\S]*?^ {2}(?:async )?run\(signal: AbortSignal\b)/gm;
const BUILT = /\b(\w+)(?::| =) new (\w+)\(/g;

export function unlistedJobs(sources: readonly SourceFile[]): string[] {
  const inServer = sources.filter(({ path }) => path.startsWith('packages/server/src/') && !path.endsWith('.test.ts'));
  const works = new Set(inServer.flatMap(({ code }) => [...code.matchAll(WORK)].map(([, name]) => name)));
  const list = inServer.find(({ path }) => path === LIST)?.code ?? '';
  const listed = new Set([...list.matchAll(/\bwork: (?:\w+\.)*(\w+)/g)].map(([, member]) => member));
  return inServer
    .filter(({ path }) => path.startsWith(COMPOSITION) || path === IDENTITY)
    .flatMap(({ path, code }) =>
      [...code.matchAll(BUILT)]
        .filter(([, member, name]) => works.has(name) && !listed.has(member))
        .map(([, member, name]) => `${path}: give ${member}, the ${name}, a row in ${LIST}; nothing runs it.`),
    );
}
