/**
 * The names of the routes, from the types that are made of `openapi.json`: so a route without a row in the table, and a
 * row without a route, do not compile.
 */
import type { paths } from '../../../studio/src/api/schema.gen.ts';

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
type Described = keyof paths & string;

/** The name of a route, such as `GET /spaces/{space_id}`. */
export type RouteName = {
  readonly [Path in Described]: {
    readonly [Verb in Method]: [NonNullable<paths[Path][Verb]>] extends [never] ? never : `${Uppercase<Verb>} ${Path}`;
  }[Method];
}[Described];
