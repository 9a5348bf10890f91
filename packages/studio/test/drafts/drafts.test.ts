/** The store of open entries in a real Chromium, against a real service: what may not be lost, and what is told. */
import { about, describeScenes } from '../harness/scene.ts';
import { deviceCases } from './device-cases.ts';
import { leavingCases } from './leaving-cases.ts';
import { logOutCases } from './log-out-cases.ts';
import { notes } from './notes.ts';
import { stateCases } from './state-cases.ts';
import { typingCases } from './typing-cases.ts';

describeScenes('drafts', notes, (it) => {
  typingCases(about('typing', it));
  leavingCases(about('leaving', it));
  logOutCases(about('logging out', it));
  deviceCases(about('the device', it));
  stateCases(about('a draft', it));
});
