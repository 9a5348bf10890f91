/** More of the screens around the entry: what goes through many of a kind, and rarer turns of what `screens.test.ts` holds. */
import { REACHES_HOME } from '../../../server/test/identity/sso-log-in.ts';
import { SENDS_HOME } from '../../../server/test/webhooks/webhook.ts';
import { fillSpace } from '../harness/filled-space.ts';
import { about, describeScenes } from '../harness/scene.ts';
import { environmentCases } from '../settings/environment-cases.ts';
import { planCases } from '../settings/plan-cases.ts';
import { longWebhookCases, webhookCases } from '../settings/webhook-cases.ts';
import { longLogInCases } from './auth-cases.ts';
import { longContentCases } from './content-cases.ts';
import { failingCases } from './failing-cases.ts';
import { longHomeCases } from './home-cases.ts';
import { listCases, longListCases } from './list-cases.ts';
import { longMediaCases } from './media-cases.ts';
import { longModelCases } from './model-cases.ts';
import { personCases } from './person-cases.ts';
import { longProfileCases, profileCases } from './profile-cases.ts';
import { longSettingsCases } from './settings-cases.ts';
import { waitingCases } from './waiting-cases.ts';

describeScenes('more of Studio', { env: { ...REACHES_HOME, ...SENDS_HOME }, fill: fillSpace }, (it) => {
  longContentCases(about('the content list', it));
  longHomeCases(about('the home', it));
  longListCases(about('the lists', it));
  longMediaCases(about('media', it));
  longSettingsCases(about('the settings', it));
  webhookCases(about('webhooks and requests', it));
  longWebhookCases(about('webhooks and requests', it));
  waitingCases(about('a session that waits', it));
  longProfileCases(about('the profile', it));
  longLogInCases(about('the log-in', it));
  failingCases(about('what fails', it));
  longModelCases(about('the model', it));
  environmentCases(about('environments', it));
  planCases(about('plan and AI', it));
  listCases(about('the lists', it));
  personCases(about('a person', it));
  profileCases(about('the profile', it));
});
