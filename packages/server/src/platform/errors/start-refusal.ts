/**
 * Why the service refuses to start, as sentences for the operator: what is wrong, where, and how to fix it. The program then
 * exits with 78, so that a supervisor does not keep restarting it in vain.
 */
export class StartRefusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartRefusal';
  }
}
