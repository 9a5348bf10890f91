/** Reads environments with all their names. Environments whose rows are being removed are left out. */
import type { Reader } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { AliasName, Environment, EnvironmentStatus } from './environment.ts';

const columns = [
  'environments.number',
  'environments.id',
  'environments.name',
  'environments.space_id as spaceId',
  'environments.source',
  'environments.status',
  'environments.epoch',
  'environments.version',
  'environments.created_at as createdAt',
  'environments.cloned_revision as clonedRevision',
  'environments.names_revision as namesRevision',
  'environments.model_locked_by as modelLockedBy',
  'spaces.account_id as accountId',
  'reached.code',
  'reached.leads_from as leadsFrom',
  'named.code as nameCode',
  'named.name as nameText',
  'environment_aliases.number as aliasNumber',
] as const;

/** One row for each name of each environment. */
function namedEnvironments(db: Reader) {
  return db
    .selectFrom('environment_names as reached')
    .innerJoin('environments', 'environments.number', 'reached.environment')
    .innerJoin('spaces', 'spaces.id', 'environments.space_id')
    .innerJoin('environment_names as named', 'named.environment', 'environments.number')
    .leftJoin('environment_aliases', 'environment_aliases.code', 'named.code')
    .select(columns)
    .where('environments.status', '!=', 'deleting');
}

interface FoundName extends Omit<Environment, 'status' | 'ownCode' | 'codes' | 'aliases'> {
  readonly status: string;
  readonly nameCode: string;
  readonly nameText: string;
  /** Null for its own name. */
  readonly aliasNumber: number | null;
}

const selectByName = prepared<{ spaceId: string; name: string }, FoundName>((db, place) =>
  namedEnvironments(db).where('reached.space_id', '=', place('spaceId')).where('reached.name', '=', place('name')),
);

const selectByCode = prepared<{ code: string }, FoundName>((db, place) =>
  namedEnvironments(db).where('reached.code', '=', place('code')),
);

/** The environment that a name of the space points to, as reached by that name. */
export async function findEnvironment(db: Reader, spaceId: string, name: string): Promise<Environment | undefined> {
  return asEnvironment(await selectByName(db, { spaceId, name }));
}

/** The environment that the name with the code points to, as reached by that name. */
export async function findEnvironmentByCode(db: Reader, code: string): Promise<Environment | undefined> {
  return asEnvironment(await selectByCode(db, { code }));
}

/** The environment with that number. */
export async function findByNumber(db: Reader, number: number): Promise<Environment | undefined> {
  const rows = await namedEnvironments(db)
    .where('environments.number', '=', number)
    .whereRef('reached.name', '=', 'environments.name')
    .execute();
  return asEnvironment(rows);
}

/** The environments of a space, by number. */
export async function listEnvironments(db: Reader, spaceId: string): Promise<Environment[]> {
  const rows: FoundName[] = await namedEnvironments(db)
    .where('reached.space_id', '=', spaceId)
    .whereRef('reached.name', '=', 'environments.name')
    .orderBy('environments.number')
    .execute();
  const byNumber = Map.groupBy(rows, ({ number }) => number);
  return [...byNumber.values()].flatMap((names) => asEnvironment(names) ?? []);
}

/** The columns for ordering environments and for deciding who may see them. */
export type ListedEnvironment = Pick<Environment, 'number' | 'id' | 'name' | 'createdAt'>;

/** The environments of a space, as rows for ordering. */
export async function listedEnvironments(db: Reader, spaceId: string): Promise<ListedEnvironment[]> {
  return db
    .selectFrom('environments')
    .select(['number', 'id', 'name', 'created_at as createdAt'])
    .where('space_id', '=', spaceId)
    .where('status', '!=', 'deleting')
    .execute();
}

/** The environments of a space with those ids. */
export async function environmentsWithIds(db: Reader, spaceId: string, ids: readonly string[]): Promise<Environment[]> {
  const rows: FoundName[] = await namedEnvironments(db)
    .where('environments.space_id', '=', spaceId)
    .where('environments.id', 'in', ids)
    .whereRef('reached.name', '=', 'environments.name')
    .execute();
  return [...Map.groupBy(rows, ({ number }) => number).values()].flatMap((names) => asEnvironment(names) ?? []);
}

/** @param names the rows of one environment; empty if it does not exist */
function asEnvironment(names: readonly FoundName[]): Environment | undefined {
  const [first] = names;
  if (first === undefined) return undefined;
  const { nameCode: _, nameText: __, aliasNumber: ___, status, ...row } = first;
  const own = names.find(({ aliasNumber }) => aliasNumber === null);
  return {
    ...row,
    status: status as EnvironmentStatus,
    ownCode: own?.nameCode ?? row.code,
    codes: names.map(({ nameCode }) => nameCode),
    aliases: names.flatMap(asAlias).sort((one, other) => one.number - other.number),
  };
}

function asAlias({ aliasNumber: number, nameText: name, nameCode: code }: FoundName): AliasName[] {
  return number === null ? [] : [{ number, name, code }];
}
