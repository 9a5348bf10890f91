/** What people set up once in a while, in a real Chromium against a real service: the long stories of the settings. */
import { REACHES_HOME } from '../../../server/test/identity/sso-log-in.ts';
import { fillSpace } from '../harness/filled-space.ts';
import { about, describeScenes } from '../harness/scene.ts';
import { longEnvironmentCases } from './environment-cases.ts';
import { singleSignOnCases } from './single-sign-on-cases.ts';
import { transferCases } from './transfer-cases.ts';

describeScenes('the settings of Studio', { env: REACHES_HOME, fill: fillSpace }, (it) => {
  longEnvironmentCases(about('environments', it));
  singleSignOnCases(about('single sign-on', it));
  transferCases(about('export and import', it));
});
