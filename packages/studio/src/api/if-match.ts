/** Requests that are done to the version alone that the person was shown. */
import { ApiProblem } from './problem.ts';

/** The header that names it. */
export function ifMatch({ version }: { readonly version: number }): { readonly 'If-Match': string } {
  return { 'If-Match': `"${version}"` };
}

/** Whether somebody else has changed the resource since. */
export function isVersionConflict(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'version_conflict';
}
