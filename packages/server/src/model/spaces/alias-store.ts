/** The rows of aliases: additional names for an environment that has its own name. */
import type { Reader, Writer } from '../../platform/database/database.ts';

/** An alias, with the environment that it points to. */
export interface Alias {
  readonly id: string;
  /** The number to which keys are bound. */
  readonly number: number;
  readonly code: string;
  readonly name: string;
  readonly spaceId: string;
  /** Number and own name of the environment it points to. */
  readonly target: number;
  readonly environment: string;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

function selectAliases(db: Reader) {
  return db
    .selectFrom('environment_aliases as a')
    .innerJoin('environment_names as n', 'n.code', 'a.code')
    .innerJoin('environments as e', 'e.number', 'n.environment')
    .select([
      'a.id',
      'a.number',
      'a.code',
      'n.name',
      'n.space_id as spaceId',
      'e.number as target',
      'e.name as environment',
      'a.version',
      'a.created_at as createdAt',
      'a.updated_at as updatedAt',
    ]);
}

/** The aliases of a space, oldest first. */
export async function listAliases(db: Reader, spaceId: string): Promise<Alias[]> {
  return selectAliases(db).where('n.space_id', '=', spaceId).orderBy('a.number').execute();
}

export async function findAlias(db: Reader, spaceId: string, name: string): Promise<Alias | undefined> {
  return selectAliases(db).where('n.space_id', '=', spaceId).where('n.name', '=', name).executeTakeFirst();
}

/** Turns a name of a space into an alias. */
export async function insertAlias(
  writer: Writer,
  { code, number, id, at }: { code: string; number: number; id: string; at: number },
): Promise<void> {
  await writer
    .insertInto('environment_aliases')
    .values({ code, number, id, version: 1, created_at: at, updated_at: at })
    .execute();
}

/** Raises the version of an alias. */
export async function raiseAlias(writer: Writer, code: string, at: number): Promise<void> {
  await writer
    .updateTable('environment_aliases')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: at }))
    .where('code', '=', code)
    .execute();
}

/** Increases the versions of an environment's aliases, because they show its name. */
export async function raiseAliasesOf(writer: Writer, environment: number, at: number): Promise<void> {
  const codes = writer.selectFrom('environment_names').select('code').where('environment', '=', environment);
  await writer
    .updateTable('environment_aliases')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: at }))
    .where('code', 'in', codes)
    .execute();
}

export async function deleteAlias(writer: Writer, code: string): Promise<void> {
  await writer.deleteFrom('environment_aliases').where('code', '=', code).execute();
}

/** Deletes the aliases of a space. */
export async function deleteAliasesOf(writer: Writer, spaceId: string): Promise<void> {
  const codes = writer.selectFrom('environment_names').select('code').where('space_id', '=', spaceId);
  await writer.deleteFrom('environment_aliases').where('code', 'in', codes).execute();
}
