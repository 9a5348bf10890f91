/** The screens around the entry in a real Chromium, against a real service: what they keep, change, tell and refuse. */
import { REACHES_HOME } from '../../../server/test/identity/sso-log-in.ts';
import { SENDS_HOME } from '../../../server/test/webhooks/webhook.ts';
import { fillSpace } from '../harness/filled-space.ts';
import { about, describeScenes } from '../harness/scene.ts';
import { logInCases } from './auth-cases.ts';
import { contentCases } from './content-cases.ts';
import { frameCases } from './frame-cases.ts';
import { homeCases } from './home-cases.ts';
import { loadingCases } from './loading-cases.ts';
import { mediaCases } from './media-cases.ts';
import { modelCases } from './model-cases.ts';
import { sessionCases } from './session-cases.ts';
import { settingsCases } from './settings-cases.ts';

describeScenes('Studio', { env: { ...REACHES_HOME, ...SENDS_HOME }, fill: fillSpace }, (it) => {
  loadingCases(about('loading', it));
  contentCases(about('the content list', it));
  homeCases(about('the home', it));
  mediaCases(about('media', it));
  settingsCases(about('the settings', it));
  frameCases(about('the frame', it));
  logInCases(about('the log-in', it));
  sessionCases(about('a session', it));
  modelCases(about('the model', it));
});
