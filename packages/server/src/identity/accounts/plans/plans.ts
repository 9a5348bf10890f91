/** The plans of the installation: the shipped ones, or those of `LECTERN_PLANS_FILE`. */
import { readFileSync } from 'node:fs';
import { ConfigurationError } from '../../../platform/config/configuration-error.ts';
import { type LimitedMetric, type Limits, limitedMetrics, type Plan } from './plan.ts';
import { shippedPlans } from './shipped-plans.ts';

const ID_SHAPE = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const NAME_LENGTH_MAX = 100;
const PLAN_KEYS = ['id', 'name', 'price', 'interval', 'limits'];
const UNLIMITED = Object.fromEntries(limitedMetrics.map((metric) => [metric, null])) as Limits;

/** Where plans come from. */
export interface PlanSettings {
  /** Path of the file; null for the shipped plans. */
  readonly file: string | null;
  /** Id of the plan of new accounts. */
  readonly defaultPlan: string;
}

export class Plans {
  /** In the order of the file. */
  readonly all: readonly Plan[];
  readonly default: Plan;

  private constructor(all: readonly Plan[], defaultPlan: Plan) {
    this.all = all;
    this.default = defaultPlan;
  }

  /** @throws ConfigurationError that lists every problem of the file */
  static read({ file, defaultPlan }: PlanSettings): Plans {
    const problems: string[] = [];
    const all = file === null ? readPlans(shippedPlans, problems) : readPlans(contentOf(file), problems);
    const standard = all.find(({ id }) => id === defaultPlan);
    if (problems.length === 0 && standard === undefined) {
      const ids = all.map(({ id }) => id).join(', ');
      problems.push(`LECTERN_DEFAULT_PLAN is not valid: give the id of one of the plans (${ids}).`);
    }
    if (problems.length > 0 || standard === undefined) throw new ConfigurationError(problems);
    return new Plans(all, standard);
  }

  find(id: string): Plan | undefined {
    return this.all.find((plan) => plan.id === id);
  }

  /**
   * The limits of an account.
   * @param id of its plan; null if it has no subscription
   * @returns the limits of the default plan if the plan is no longer in the file
   */
  limitsOf(id: string | null): Limits {
    return (id === null ? undefined : this.find(id))?.limits ?? this.default.limits;
  }
}

function contentOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError([`LECTERN_PLANS_FILE cannot be read as JSON: ${reason}`]);
  }
}

function readPlans(content: unknown, problems: string[]): Plan[] {
  if (!Array.isArray(content) || content.length === 0) {
    problems.push('LECTERN_PLANS_FILE is not valid: give a JSON array of at least one plan.');
    return [];
  }
  const plans: Plan[] = [];
  for (const [index, item] of content.entries()) {
    const complain = (path: string, advice: string) =>
      problems.push(`LECTERN_PLANS_FILE is not valid at [${index}]${path}: ${advice}`);
    const plan = readPlan(item, complain);
    if (plans.some(({ id }) => id === plan.id))
      complain('.id', `another plan has the id "${plan.id}"; give each its own.`);
    plans.push(plan);
  }
  return plans;
}

type Complain = (path: string, advice: string) => void;

function readPlan(item: unknown, complain: Complain): Plan {
  const given = recordOf(item, '', complain);
  for (const key of Object.keys(given))
    if (!PLAN_KEYS.includes(key)) complain(`.${key}`, `remove it; a plan has the keys ${PLAN_KEYS.join(', ')}.`);
  const { id, name, price, interval, limits } = given;
  if (typeof id !== 'string' || !ID_SHAPE.test(id)) complain('.id', 'give lower-case letters, digits, "_" and "-".');
  if (typeof name !== 'string' || name.length === 0 || name.length > NAME_LENGTH_MAX)
    complain('.name', `give a text of 1 to ${NAME_LENGTH_MAX} characters.`);
  if (!isAmount(price)) complain('.price', 'give a whole number of cents, such as 4900; 0 for a free plan.');
  if (interval !== 'month' && interval !== 'year') complain('.interval', 'give "month" or "year".');
  return {
    id: String(id),
    name: String(name),
    price: Number(price),
    interval: interval === 'year' ? 'year' : 'month',
    limits: readLimits(recordOf(limits ?? {}, '.limits', complain), complain),
  };
}

function readLimits(given: Readonly<Record<string, unknown>>, complain: Complain): Limits {
  const limits: Record<LimitedMetric, number | null> = { ...UNLIMITED };
  for (const [key, value] of Object.entries(given)) {
    const metric = limitedMetrics.find((name) => name === key);
    if (metric === undefined) complain(`.limits.${key}`, `remove it; metrics are ${limitedMetrics.join(', ')}.`);
    else if (value !== null && !isAmount(value))
      complain(`.limits.${key}`, 'give a whole number, or null for no limit.');
    else limits[metric] = value;
  }
  return limits;
}

function recordOf(value: unknown, path: string, complain: Complain): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  complain(path, 'give an object.');
  return {};
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
