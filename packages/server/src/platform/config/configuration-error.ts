/** The refusal to run on a wrong configuration: all that is wrong with it, one sentence each. */

/** Exit code of a program that was configured wrongly (EX_CONFIG of sysexits.h). */
export const CONFIGURATION_EXIT_CODE = 78;

export class ConfigurationError extends Error {
  /** Sentences that each say what to do. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigurationError';
    this.problems = problems;
  }
}
