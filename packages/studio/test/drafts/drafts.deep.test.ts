/** More of the store of open entries: long sittings, and what two people do to one entry in a real browser. */
import { about, describeScenes } from '../harness/scene.ts';
import { autosaveCases } from './autosave-cases.ts';
import { notes } from './notes.ts';
import { longTypingCases } from './typing-cases.ts';

describeScenes('more of drafts', notes, (it) => {
  longTypingCases(about('typing', it));
  autosaveCases(about('autosave', it));
});
