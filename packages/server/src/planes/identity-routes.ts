/**
 * The routes of identity: sign-up and sessions, the person, accounts and their members, invitations, API keys. None of their responses is ever cached.
 */

import { invitationRoutes } from '../identity/accounts/invitations/routes.ts';
import { memberRoutes } from '../identity/accounts/members/routes.ts';
import { accountRoutes } from '../identity/accounts/routes.ts';
import { passkeyRoutes } from '../identity/auth/second-factor/passkeys/routes.ts';
import { secondFactorRoutes } from '../identity/auth/second-factor/routes.ts';
import { sessionRoutes } from '../identity/auth/sessions/routes.ts';
import { userRoutes } from '../identity/auth/users/routes.ts';
import type { Identity } from '../identity/identity.ts';
import { apiKeyRoutes } from '../identity/keys/routes.ts';
import { scimTokenRoutes } from '../identity/keys/scim-tokens/routes.ts';
import { scimGroupRoutes } from '../identity/scim/groups/routes.ts';
import { ssoLogInRoutes } from '../identity/sso/browser-routes.ts';
import { ssoRoutes } from '../identity/sso/routes.ts';
import type { Api } from '../platform/http/api.ts';

export function identityRoutes(api: Api, identity: Identity): void {
  api.register(async (scope) => {
    const own = scope as unknown as Api;
    const { place } = identity;
    own.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    userRoutes(own, identity, place);
    sessionRoutes(own, identity.sessions, place);
    secondFactorRoutes(own, identity.secondFactor, place);
    passkeyRoutes(own, identity.secondFactor, place);
    accountRoutes(own, identity);
    memberRoutes(own, identity.members);
    invitationRoutes(own, identity);
    ssoRoutes(own, identity.sso);
    ssoLogInRoutes(own, identity.sso, place);
    apiKeyRoutes(own, identity.apiKeys);
    scimTokenRoutes(own, identity.scim.tokens);
    scimGroupRoutes(own, identity.scim.groups);
  });
}
