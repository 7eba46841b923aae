// Keeps an error of one part of the page from blanking the whole page.
import { Component, type ReactNode } from 'react';
import { Notice } from './notice.js';
import { ReloadButton } from './reload-button.js';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly hasFailed: boolean;
}

/** Renders its children, or an error once they can't be rendered. A new `key` renders them again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  static getDerivedStateFromError(): ErrorBoundaryState {
    return { hasFailed: true };
  }

  override state: ErrorBoundaryState = { hasFailed: false };

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Notice kind="bad" actions={<ReloadButton />}>
        This section can’t be shown because of an unexpected error of this page.
      </Notice>
    );
  }
}
