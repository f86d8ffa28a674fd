import { Component, Suspense } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** What is known of a contribution that failed. */
export interface FaultPanelProps {
  readonly pluginId: string;
  readonly contribution: string;
  readonly error: unknown;
  onRetry(): void;
}

interface BoundaryProps {
  readonly pluginId: string;
  readonly contribution: string;
  readonly fallback?: (error: unknown, retry: () => void) => ReactNode;
  readonly FaultPanel: ComponentType<FaultPanelProps>;
  /** When it changes the contribution is drawn anew, e.g. after the plugin was loaded again. */
  readonly resetKey: unknown;
  onError(error: unknown): void;
  onRetry(): void;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly failure: { readonly error: unknown } | undefined;
  readonly resetKey: unknown;
}

/** Keeps what a contribution throws while it is drawn from reaching the page around it. */
export class ContributionBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ resetKey }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return resetKey === state.resetKey ? null : { failure: undefined, resetKey };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  private readonly retry = (): void => {
    this.props.onRetry();
    this.setState({ failure: undefined });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    const { pluginId, contribution, FaultPanel, fallback, children } = this.props;
    if (!failure) return <Suspense fallback={null}>{children}</Suspense>;
    const panel = <FaultPanel pluginId={pluginId} contribution={contribution} error={failure.error} onRetry={this.retry} />;
    if (!fallback) return panel;
    // A fallback is code of a plugin too, and may fail as well.
    return (
      <ContributionBoundary {...this.props} fallback={undefined} key="fallback">
        <Fallback draw={() => fallback(failure.error, this.retry) ?? panel} />
      </ContributionBoundary>
    );
  }
}

function Fallback({ draw }: { readonly draw: () => ReactNode }): ReactNode {
  return draw();
}
