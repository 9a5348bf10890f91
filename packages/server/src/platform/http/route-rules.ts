/**
 * Rules that every route of a plane keeps, checked when it is registered: a route that breaks one fails the start.
 * Unknown parameters and body keys are refused; `version` in a body means `If-Match`, on the same routes; a response
 * 201 has a `Location`.
 */
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import { declaredCodes } from './error-schemas.ts';
import { isObject, type JsonObject, objectAt } from './openapi/json.ts';

const BODY_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const NO_PARAMETERS = Type.Object({}, { additionalProperties: false });
/** The body of a route that takes none: clients may send an empty object. */
export const NoBody = Type.Union([Type.Object({}, { additionalProperties: false }), Type.Null()]);
/** The body of a route that takes nothing but the version that was read. */
export const VersionBody = Type.Union([
  Type.Object(
    {
      version: Type.Optional(Type.Integer({ minimum: 1, description: 'The version that was read; same as If-Match.' })),
    },
    { additionalProperties: false, title: 'ExpectedVersion' },
  ),
  Type.Null(),
]);

/** Completes and checks every route registered on `api` after this call. */
export function enforceRouteRules(api: Pick<FastifyInstance, 'addHook'>): void {
  api.addHook('onRoute', completeRoute);
}

function completeRoute(route: RouteOptions): void {
  const { schema, method, url } = route;
  if (schema === undefined || method === 'OPTIONS') return;
  schema.querystring ??= NO_PARAMETERS;
  const takesBody = [method].flat().some((name) => BODY_METHODS.has(name));
  if (takesBody && schema.consumes === undefined) schema.body ??= takesVersion(schema) ? VersionBody : NoBody;
  const broken = brokenRule(route, schema);
  if (broken !== undefined) throw new Error(`${[method].flat().join()} ${url}: ${broken}`);
}

function brokenRule({ validatorCompiler, config }: RouteOptions, schema: FastifySchema): string | undefined {
  // A route with a validator of its own refuses what is unknown itself.
  if (validatorCompiler === undefined) {
    if (!isClosed(schema.querystring)) return 'its querystring needs additionalProperties: false.';
    if (schema.body !== undefined && !isClosed(schema.body)) return 'its body needs additionalProperties: false.';
  }
  const hasVersion = branchesOf(schema.body).some((branch) => 'version' in objectAt(branch, 'properties'));
  if (schema.body !== undefined && hasVersion !== takesVersion(schema))
    return 'it needs both or none of version in the body and version_conflict among the responses.';
  if ('201' in objectAt(schema, 'response') && config?.location === undefined)
    return 'it responds with 201 and needs config.location.';
  return undefined;
}

function takesVersion(schema: FastifySchema): boolean {
  return Object.values(objectAt(schema, 'response')).some(
    (response) => declaredCodes(response)?.includes('version_conflict') === true,
  );
}

/** Whether every object that the schema accepts at the top refuses unknown keys. */
function isClosed(schema: unknown): boolean {
  return branchesOf(schema).every((branch) => branch.type === 'null' || branch.additionalProperties === false);
}

function branchesOf(schema: unknown): JsonObject[] {
  if (!isObject(schema)) return [];
  return Array.isArray(schema.anyOf) ? schema.anyOf.filter(isObject) : [schema];
}
