/** The screens around the entry in a real Chromium, against a real service: what they keep, change, tell and refuse. */
import { REACHES_HOME } from '../../../server/test/identity/sso-log-in.ts';
import { fillSpace } from '../harness/filled-space.ts';
import { about, describeScenes } from '../harness/scene.ts';
import { environmentCases } from '../settings/environment-cases.ts';
import { doorCases } from './auth-cases.ts';
import { contentCases } from './content-cases.ts';
import { failingCases } from './failing-cases.ts';
import { frameCases } from './frame-cases.ts';
import { homeCases } from './home-cases.ts';
import { listCases } from './list-cases.ts';
import { loadingCases } from './loading-cases.ts';
import { mediaCases } from './media-cases.ts';
import { modelCases } from './model-cases.ts';
import { personCases } from './person-cases.ts';
import { profileCases } from './profile-cases.ts';
import { sessionCases } from './session-cases.ts';
import { settingsCases } from './settings-cases.ts';
import { waitingCases } from './waiting-cases.ts';

describeScenes('Studio', { env: REACHES_HOME, fill: fillSpace }, (it) => {
  loadingCases(about('loading', it));
  contentCases(about('the content list', it));
  homeCases(about('the home', it));
  listCases(about('the lists', it));
  mediaCases(about('media', it));
  settingsCases(about('the settings', it));
  environmentCases(about('environments', it));
  frameCases(about('the frame', it));
  profileCases(about('the profile', it));
  doorCases(about('the door', it));
  sessionCases(about('a session', it));
  personCases(about('a person', it));
  waitingCases(about('a session that waits', it));
  failingCases(about('what fails', it));
  modelCases(about('the model', it));
});
