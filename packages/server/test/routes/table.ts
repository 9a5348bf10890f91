/**
 * The table of routes: one row for each. A new route needs one, in the file of its topic: where it is missing, `rows` does
 * not compile and names the route. The examples are told in this order.
 */
import { accountRoutes } from './accounts.ts';
import { aiRoutes } from './ai.ts';
import { billingRoutes } from './billing.ts';
import { changeSetRoutes } from './change-sets.ts';
import { contentTypeRoutes } from './content-types.ts';
import { deliveryRoutes } from './delivery.ts';
import { entryRoutes } from './entries.ts';
import { environmentRoutes } from './environments.ts';
import { keyRoutes } from './keys.ts';
import { localeRoutes } from './locales.ts';
import { mediaRoutes } from './media.ts';
import { memberRoutes } from './members.ts';
import { mergeRoutes } from './merges.ts';
import { migrationRoutes } from './migrations.ts';
import { previewLinkRoutes } from './preview-links.ts';
import type { RouteName } from './route-name.ts';
import type { AllRoutes, Audit, Row } from './row.ts';
import { scimSettingRoutes } from './scim.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { serviceRoutes } from './service.ts';
import { sessionRoutes } from './sessions.ts';
import { singleSignOnRoutes } from './single-sign-on.ts';
import { spaceRoutes } from './spaces.ts';
import { transferRoutes } from './transfers.ts';
import { viewRoutes } from './views.ts';
import { webhookRoutes } from './webhooks.ts';

const rows: AllRoutes = {
  ...deliveryRoutes,
  ...entryRoutes,
  ...mediaRoutes,
  ...aiRoutes,
  ...contentTypeRoutes,
  ...transferRoutes,
  ...spaceRoutes,
  ...environmentRoutes,
  ...localeRoutes,
  ...mergeRoutes,
  ...migrationRoutes,
  ...keyRoutes,
  ...viewRoutes,
  ...changeSetRoutes,
  ...previewLinkRoutes,
  ...webhookRoutes,
  ...memberRoutes,
  ...scimSettingRoutes,
  ...singleSignOnRoutes,
  ...billingRoutes,
  ...accountRoutes,
  ...sessionRoutes,
  ...secondFactorRoutes,
  ...serviceRoutes,
};

/** A row with the name of its route in parts. */
export interface NamedRow extends Row {
  readonly name: RouteName;
  readonly method: string;
  /** As in `openapi.json`, with `{names}`. */
  readonly path: string;
  /** Of what it changes, if it may. */
  readonly audit?: Audit;
}

/** All routes, in the order in which their examples are told. */
export const routes: readonly NamedRow[] = Object.entries(rows).map(([name, row]) => {
  const [method = '', path = ''] = name.split(' ');
  return { ...row, name: name as RouteName, method, path };
});

const byName = new Map(routes.map((row) => [row.name as string, row]));

/** The row of a route. @param name as in `openapi.json`, such as `GET /spaces/{space_id}` */
export function rowOf(name: string): NamedRow | undefined {
  return byName.get(name);
}
