/**
 * Why the service does not start on what it found, as sentences for the operator: what is wrong, where, and how it is
 * mended. A program that ends with it exits with 78, so that a supervisor does not try again in vain.
 */
export class StartRefusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartRefusal';
  }
}
