// Keeps an error of one part of the page from blanking the whole page.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Component, type ReactNode } from 'react';
import { Notice } from './notice.js';
import { PageTitle } from './page-title.js';
import { ReloadButton } from './reload-button.js';

interface ErrorBoundaryProps {
  /** What is shown, such as its path. Another value renders the children again after an error. */
  readonly shown: string;
  /** Whether the children contain the main heading, which an error replaces. */
  readonly isView?: boolean;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly hasFailed: boolean;
}

/** Renders its children, or an error once they can't be rendered. React writes the error to the browser's console. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  static getDerivedStateFromError(): ErrorBoundaryState {
    return { hasFailed: true };
  }

  override state: ErrorBoundaryState = { hasFailed: false };

  override componentDidUpdate({ shown }: ErrorBoundaryProps): void {
    if (this.state.hasFailed && shown !== this.props.shown) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    const { children, isView = false } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <>
        {isView && <PageTitle title={t`Unexpected error`} />}
        <Notice kind="bad" actions={<ReloadButton />}>
          {isView ? (
            <Trans>This view can’t be shown because of an unexpected error of this page.</Trans>
          ) : (
            <Trans>This section can’t be shown because of an unexpected error of this page.</Trans>
          )}
        </Notice>
      </>
    );
  }
}
