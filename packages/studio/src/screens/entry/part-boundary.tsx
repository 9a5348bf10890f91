/** Keeps an error in the part of the screen where it happened; what was written lives on in the drafts. */
import { Component, type ReactNode } from 'react';
import { ScreenError } from '../../frame/screen-error.tsx';

interface PartBoundaryProperties {
  readonly children: ReactNode;
}

interface PartBoundaryState {
  readonly error: unknown;
  readonly failed: boolean;
}

export class PartBoundary extends Component<PartBoundaryProperties, PartBoundaryState> {
  override state: PartBoundaryState = { error: null, failed: false };

  static getDerivedStateFromError(error: unknown): PartBoundaryState {
    return { error, failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <ScreenError error={this.state.error} reset={() => this.setState({ error: null, failed: false })} />;
  }
}
