/** What a language model writes for an entry, in a real Chromium, against a real service that asks a scripted model. */
import { after } from 'node:test';
import { describeScenes } from '../harness/scene.ts';
import { startScriptedModel } from '../harness/scripted-model.ts';
import { articles } from './articles.ts';
import { assistCases, longAssistCases } from './assist-cases.ts';

const model = await startScriptedModel();
after(() => model.close());

describeScenes('a language model at an entry', { ...articles, env: model.environment }, (it) => {
  assistCases(it, () => model);
  longAssistCases(it, () => model);
});
