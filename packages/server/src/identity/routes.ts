/**
 * The routes of identity: sign-up and sessions, the person, accounts and their members, invitations, API keys. None of their responses is ever cached.
 */
import type { Api } from '../platform/http/api.ts';
import { invitationRoutes } from './accounts/invitations/routes.ts';
import { memberRoutes } from './accounts/members/routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { passkeyRoutes } from './auth/second-factor/passkeys/routes.ts';
import { secondFactorRoutes } from './auth/second-factor/routes.ts';
import { sessionRoutes } from './auth/sessions/routes.ts';
import { userRoutes } from './auth/users/routes.ts';
import type { Identity } from './identity.ts';
import { apiKeyRoutes } from './keys/routes.ts';
import { scimTokenRoutes } from './keys/scim-tokens/routes.ts';
import { scimGroupRoutes } from './scim/groups/routes.ts';
import { signOnRoutes } from './sso/browser-routes.ts';
import { ssoRoutes } from './sso/routes.ts';

export function identityRoutes(api: Api, identity: Identity): void {
  api.register(async (scope) => {
    const own = scope as unknown as Api;
    own.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    userRoutes(own, identity);
    sessionRoutes(own, identity);
    secondFactorRoutes(own, identity);
    passkeyRoutes(own, identity);
    accountRoutes(own, identity);
    memberRoutes(own, identity);
    invitationRoutes(own, identity);
    ssoRoutes(own, identity.sso);
    signOnRoutes(own, identity.sso, identity.place);
    apiKeyRoutes(own, identity);
    scimTokenRoutes(own, identity);
    scimGroupRoutes(own, identity);
  });
}
