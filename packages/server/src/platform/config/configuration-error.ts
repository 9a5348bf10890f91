/** Thrown when the configuration is invalid: lists every problem, one sentence each. */

/** Exit code of a misconfigured program (EX_CONFIG of sysexits.h). */
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
