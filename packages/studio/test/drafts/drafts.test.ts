/** The store of open entries in a real Chromium, against a real service: what may not be lost, and what is told. */
import { after, before, describe } from 'node:test';
import { describeFirstEngine } from '../../../server/test/harness/engines.ts';
import { accountCases } from './account-cases.ts';
import { autosaveCases } from './autosave-cases.ts';
import { deviceCases } from './device-cases.ts';
import { leavingCases } from './leaving-cases.ts';
import { logOutCases } from './log-out-cases.ts';
import { renewalCases } from './renewal-cases.ts';
import { stateCases } from './state-cases.ts';
import { typingCases } from './typing-cases.ts';
import { WritingRoom } from './writing-room.ts';

describeFirstEngine('drafts', (engine) => {
  let room: WritingRoom;
  before(async () => {
    room = await WritingRoom.open(engine);
  });
  after(() => room.close());

  describe('typing', () => typingCases(() => room));
  describe('leaving', () => leavingCases(() => room));
  describe('logging out', () => logOutCases(() => room));
  describe('the renewal of a session', () => renewalCases(() => room));
  describe('the device', () => deviceCases(() => room));
  describe('an account', () => accountCases(() => room));
  describe('autosave', () => autosaveCases(() => room));
  describe('a draft', () => stateCases(() => room));
});
