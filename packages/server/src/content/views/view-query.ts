/** Checks the query of a view in the same way as the list of entries would, against the model of an environment. */
import type { Violation } from '../../../../contract/src/violations.ts';
import type { Models } from '../../model/content-types/models.ts';
import type { Environments } from '../../model/spaces/environments.ts';
import { keyWithin } from '../../model/spaces/resource-id.ts';
import { invalid, validationFailed } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { readParameters } from '../../reading/query-string/parameters.ts';
import { readListQuery } from '../entries/list-query.ts';

/** Parameters that each request sets itself: the position in the list, and the minimum revision. */
const OF_THE_REQUEST = new Set(['skip', 'limit', 'cursor', 'min_revision']);

/** The list that a view shows. */
export interface ViewContent {
  /** Id or api_id; null for all content types. */
  readonly contentType: string | null;
  readonly query: string;
}

export interface ViewQueryParts {
  readonly environments: Pick<Environments, 'open'>;
  readonly models: Pick<Models, 'confirmed'>;
}

/**
 * Checks the query of a view.
 * @param place the environment whose model defines the content types and fields
 * @returns the same content, with the api_id of the content type
 * @throws `validation_failed`, `not_found` or `environment_not_ready` for the environment
 */
export async function checkedContent(
  { environments, models }: ViewQueryParts,
  actor: Actor,
  { place, contentType, query }: ViewContent & { place: { spaceId: string; environment: string } },
): Promise<ViewContent> {
  rejectParameters(query);
  const environment = await environments.open(actor, place.spaceId, place.environment);
  const model = await models.confirmed(environment);
  const apiId = contentType === null ? null : keyWithin(model.codes, 'content_type', contentType);
  if (contentType !== null && (apiId === null || model.typeByApiId(apiId) === undefined))
    throw invalid('content_type', 'unknown', 'Name a content type of the environment, or null for all of them.');
  readListQuery(apiId === null ? query : `content_type=${encodeURIComponent(apiId)}&${query}`, model);
  return { contentType: apiId, query };
}

function rejectParameters(query: string): void {
  if (query.startsWith('?')) throw invalid('query', 'pattern', 'Leave out the "?"; give what comes after it.');
  const names = readParameters(query).map(({ name }) => name);
  const ofTheRequest = names.filter((name) => OF_THE_REQUEST.has(name));
  const violations: Violation[] = ofTheRequest.map((name) => ({
    path: `query.${name}`,
    rule: 'unknown',
    message: `Leave ${name} out; it is chosen by whoever opens the view.`,
  }));
  if (names.includes('content_type'))
    violations.push({ path: 'query.content_type', rule: 'unknown', message: 'Give content_type beside query.' });
  if (violations.length > 0) throw validationFailed(violations);
}
