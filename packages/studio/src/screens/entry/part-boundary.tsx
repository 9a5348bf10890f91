/** Keeps an error in the part of the screen where it happened; what was written lives on in the drafts. */
import { QueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { ScreenError } from '../../frame/screen-error.tsx';

interface PartBoundaryProperties {
  readonly children: ReactNode;
}

export function PartBoundary({ children }: PartBoundaryProperties): ReactNode {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => <ErrorBoundary onReset={reset}>{children}</ErrorBoundary>}
    </QueryErrorResetBoundary>
  );
}

interface ErrorBoundaryProperties extends PartBoundaryProperties {
  /** Lets what is read inside be asked for again. */
  onReset(): void;
}

interface ErrorBoundaryState {
  readonly error: unknown;
  readonly failed: boolean;
}

class ErrorBoundary extends Component<ErrorBoundaryProperties, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null, failed: false };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error, failed: true };
  }

  #tryAgain(): void {
    this.props.onReset();
    this.setState({ error: null, failed: false });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <ScreenError error={this.state.error} reset={() => this.#tryAgain()} />;
  }
}
