/** An identity provider of an account: a client of SCIM with a token of its own, and what it usually sends. */
import { Actor, type ApiResponse, type RequestParts } from '../../../../testing/src/client.ts';
import { freshEmail, type Member } from '../../../../testing/src/given.ts';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** Sends what it is given as `application/scim+json` to paths under `/scim/v2`. */
export class Provider extends Actor {
  override send(method: string, path: string, parts: RequestParts = {}): Promise<ApiResponse> {
    const type = parts.body === undefined ? {} : { 'content-type': 'application/scim+json' };
    return super.send(method, `/scim/v2${path}`, { ...parts, headers: { ...type, ...parts.headers } });
  }

  /** Applies operations to a resource. */
  operate(path: string, operations: readonly object[], status?: number): Promise<ApiResponse> {
    return this.patch(path, { schemas: [PATCH], Operations: operations }, status);
  }

  /** Makes a user with that address. @returns its id */
  async addUser(userName = freshEmail(), more: object = {}): Promise<string> {
    return (await this.post('/Users', { schemas: [USER], userName, ...more }, 201)).string('id');
  }

  /** Makes a group of those users. @returns its id */
  async addGroup(displayName: string, userIds: readonly string[] = []): Promise<string> {
    const members = userIds.map((value) => ({ value }));
    return (await this.post('/Groups', { schemas: [GROUP], displayName, members }, 201)).string('id');
  }

  /** What a list gives for a filter. */
  find(path: string, filter: string): Promise<ApiResponse> {
    return this.get(`${path}${path.includes('?') ? '&' : '?'}filter=${encodeURIComponent(filter)}`, 200);
  }
}

/** The provider of an account, with a token that its owner made. */
export async function providerOf(owner: Member, name = 'Okta'): Promise<Provider> {
  const made = await owner.actor.post(`/accounts/${owner.accountId}/scim-tokens`, { name }, 201);
  return new Provider(owner.actor.url, made.string('token'));
}
