/** A problem in a request as responses show it. */
import { Type } from 'typebox';

/** One violation. `packages/contract/src/violations.ts` defines the `params` of each rule. */
export const ViolationSchema = Type.Object(
  {
    path: Type.String({ description: 'Where, such as `fields.title.en-US` or `query.limit`.' }),
    rule: Type.String({ description: 'Which rule; it never changes, and is what programs look at.' }),
    params: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'What the rule is about, in plain data, such as `limit` and `given` of `max_length`; only where the rule has any.',
      }),
    ),
    message: Type.String({ description: 'One English sentence that says what to do.' }),
  },
  { title: 'Violation', description: 'One problem in a request.' },
);
