/** More of the store of open entries: long sittings, late answers, and what two people do to one entry in a real browser. */
import { about, describeScenes } from '../harness/scene.ts';
import { accountCases } from './account-cases.ts';
import { autosaveCases } from './autosave-cases.ts';
import { longLeavingCases } from './leaving-cases.ts';
import { longLogOutCases } from './log-out-cases.ts';
import { notes } from './notes.ts';
import { renewalCases } from './renewal-cases.ts';
import { longStateCases } from './state-cases.ts';
import { longTypingCases } from './typing-cases.ts';

describeScenes('more of drafts', notes, (it) => {
  longTypingCases(about('typing', it));
  longStateCases(about('a draft', it));
  autosaveCases(about('autosave', it));
  longLeavingCases(about('leaving', it));
  longLogOutCases(about('logging out', it));
  renewalCases(about('the renewal of a session', it));
  accountCases(about('an account', it));
});
