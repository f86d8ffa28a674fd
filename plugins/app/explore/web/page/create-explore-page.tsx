import type { ComponentType, ReactElement } from 'react';
import { ServicesContext } from '../services.ts';
import type { ExploreServices } from '../services.ts';
import { ExplorePage } from './explore-page.tsx';

/** The page of `/explore/` with the services it works on. */
export function createExplorePage(services: ExploreServices): ComponentType {
  return function ExploreRoute(): ReactElement {
    return (
      <ServicesContext value={services}>
        <ExplorePage />
      </ServicesContext>
    );
  };
}
