/** Checks that the definitions of content types can be read and fit together. */

import { componentsOf } from '../../../../contract/src/fields.ts';
import { type Check, type Fault, REPAIR, RESTORE } from '../../platform/database/checkup/check.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import type { Environment } from '../spaces/environment.ts';
import { nextTypeNumberOf, raiseTypeNumberTo } from '../spaces/type-numbers.ts';
import { allFields, type ContentType } from './content-type.ts';
import { listTypes, typeNames } from './store.ts';

export interface TypeCheckParts {
  readonly database: Database;
  /** All environments that can be used. */
  readonly environments: () => AsyncIterable<Environment>;
}

/** Yields the environments whose content types can be read. The rest cannot be checked. */
export async function* withReadableTypes(
  reader: Reader,
  environments: AsyncIterable<Environment>,
): AsyncGenerator<Environment> {
  for await (const environment of environments) {
    const types = await listTypes(reader, environment.number).catch(() => null);
    if (types !== null) yield environment;
  }
}

export function typeCheck(parts: TypeCheckParts): Check {
  return { name: 'content types', find: () => faultsOfAll(parts) };
}

async function* faultsOfAll({ database, environments }: TypeCheckParts): AsyncGenerator<Fault> {
  for await (const environment of environments())
    yield* await database.snapshot((reader) => faultsIn(database, reader, environment));
}

async function faultsIn(database: Database, reader: Reader, { number, name, id }: Environment): Promise<Fault[]> {
  const place = `of environment ${name} (${id})`;
  const faults: Fault[] = [];
  const types = await listTypes(reader, number).catch(() => null);
  if (types === null) {
    const about = `content types ${(await typeNames(reader, number)).join(', ')} ${place}`;
    return [{ about, problem: 'cannot be read', remedy: RESTORE, repair: null }];
  }
  for (const type of types)
    for (const problem of [...problemsOf(type), ...missingComponents(type, types)])
      faults.push({ about: `content type ${type.apiId} ${place}`, problem, remedy: RESTORE, repair: null });
  const last = Math.max(0, ...types.map((type) => type.number));
  const next = await nextTypeNumberOf(reader, number);
  if (types.length > 0 && next <= last)
    faults.push({
      about: `content types ${place}`,
      problem: `continue with number ${next}, but already have ${last}`,
      remedy: REPAIR,
      repair: () => database.write((writer) => raiseTypeNumberTo(writer, number, last + 1)),
    });
  return faults;
}

function problemsOf(type: ContentType): string[] {
  const { fields, displayField, slugField, layout, nextFieldNumber } = type;
  const numbers = new Set(fields.map(({ number }) => number));
  const problems: string[] = [];
  if (displayField !== null && !numbers.has(displayField)) problems.push('has a display field that does not exist');
  if (slugField !== null && !numbers.has(slugField)) problems.push('has a slug field that does not exist');
  const placed =
    layout === null ? [] : [...layout.groups.flatMap((group) => group.fields), ...layout.side, ...layout.half];
  if (placed.some((number) => !numbers.has(number))) problems.push('has a layout with a field that does not exist');
  if (allFields(type).some(({ number }) => number >= nextFieldNumber))
    problems.push('has a field whose number has not been assigned yet');
  return problems;
}

/** Visible fields name components that exist. A hidden one keeps its name until it is restored. */
function missingComponents({ fields }: ContentType, types: readonly ContentType[]): string[] {
  const known = new Set(types.filter(({ kind }) => kind === 'component').map(({ apiId }) => apiId));
  return fields.flatMap((field) =>
    componentsOf(field)
      .filter((name) => !known.has(name))
      .map((name) => `has a field ${field.id} with the component ${name}, which does not exist`),
  );
}
