// Views whose code the browser loads when they are first shown.
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, type ComponentType, type ReactElement } from 'react';
import { Loading } from './loaded.js';
import { Notice } from './notice.js';
import { ReloadButton } from './reload-button.js';

const NotLoaded = (): ReactElement => (
  <Notice kind="bad" actions={<ReloadButton />}>
    <Trans>This view couldn’t be loaded. The console can’t be reached, or was updated.</Trans>
  </Notice>
);

/** Returns a view that loads its code. If that fails, the view shows an error and offers to load the page again. */
export const lazyView = <P extends object>(load: () => Promise<ComponentType<P>>): ((props: P) => ReactElement) => {
  const View = lazy<ComponentType<P>>(() =>
    load().then(
      (view) => ({ default: view }),
      () => ({ default: NotLoaded }),
    ),
  );
  const LazyView = (props: P): ReactElement => (
    <Suspense fallback={<Loading />}>
      <View {...props} />
    </Suspense>
  );
  return LazyView;
};
