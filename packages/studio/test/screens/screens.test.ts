/** The screens around the entry in a real Chromium, against a real service: what they keep, change, tell and refuse. */
import { after, before, describe } from 'node:test';
import { describeFirstEngine } from '../../../server/test/harness/engines.ts';
import { contentCases } from './content-cases.ts';
import { doorCases } from './door-cases.ts';
import { failingCases } from './failing-cases.ts';
import { frameCases } from './frame-cases.ts';
import { homeCases } from './home-cases.ts';
import { languageCases } from './language-cases.ts';
import { listCases } from './list-cases.ts';
import { loadingCases } from './loading-cases.ts';
import { mediaCases } from './media-cases.ts';
import { modelCases } from './model-cases.ts';
import { personCases } from './person-cases.ts';
import { profileCases } from './profile-cases.ts';
import { Room } from './room.ts';
import { sessionCases } from './session-cases.ts';
import { settingsCases } from './settings-cases.ts';
import { waitingCases } from './waiting-cases.ts';

describeFirstEngine('Studio', (engine) => {
  let room: Room;
  before(async () => {
    room = await Room.open(engine);
  });
  after(() => room.close());

  describe('loading', () => loadingCases(() => room));
  describe('the content list', () => contentCases(() => room));
  describe('the home', () => homeCases(() => room));
  describe('the lists', () => listCases(() => room));
  describe('media', () => mediaCases(() => room));
  describe('the settings', () => settingsCases(() => room));
  describe('the frame', () => frameCases(() => room));
  describe('the profile', () => profileCases(() => room));
  describe('the door', () => doorCases(() => room));
  describe('a session', () => sessionCases(() => room));
  describe('a person', () => personCases(() => room));
  describe('a session that waits', () => waitingCases(() => room));
  describe('what fails', () => failingCases(() => room));
  describe('the language', () => languageCases(() => room));
  describe('the model', () => modelCases(() => room));
});
