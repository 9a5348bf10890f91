/** What the requests that become examples are made of. */
import type { ExampleIds } from '../../src/platform/http/openapi/example-ids.ts';
import type { DemoStage } from './demo-stage.ts';
import type { Recorder } from './recorder.ts';

export interface Teller {
  readonly demo: DemoStage;
  readonly recorder: Recorder;
  readonly ids: ExampleIds;
  readonly space: { readonly space_id: string };
  /** The id of an entry, asset or content type with this key. */
  readonly idOf: (kind: 'ent' | 'ast' | 'ctp', key: string) => string;
}
