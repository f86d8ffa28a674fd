import type { Action } from '@orrery/sdk/web';
import type { ExploreAction } from './actions.ts';
import { INITIAL_STATE } from './explore-state.ts';
import type { ExploreState } from './explore-state.ts';

/** What Explore knows after an action. */
export function exploreReducer(state: ExploreState = INITIAL_STATE, anyAction: Action): ExploreState {
  const action = anyAction as unknown as ExploreAction;
  switch (action.type) {
    case 'explore/OPENED':
      return { ...INITIAL_STATE, status: 'loading', request: action.request };
    case 'explore/LOADED': {
      const { answer, formData, baseline, isReady } = action;
      return {
        ...state,
        status: 'ready',
        dataset: answer.dataset,
        slice: answer.slice,
        metadata: answer.metadata ?? {},
        name: answer.slice?.slice_name ?? '',
        formData,
        baseline,
        formDataKey: state.request?.form_data_key,
        ...(isReady ? { queried: formData, trigger: 1 } : {}),
      };
    }
    case 'explore/LOAD_FAILED':
      return { ...state, status: 'failed', error: { message: action.message, status: action.status } };
    case 'explore/CONTROL_CHANGED':
      return state.formData ? { ...state, formData: { ...state.formData, [action.name]: action.value } } : state;
    case 'explore/CONTROL_FOCUSED':
      return state.focusedControl === action.name ? state : { ...state, focusedControl: action.name };
    case 'explore/RUN':
      return { ...state, queried: state.formData, trigger: state.trigger + 1 };
    case 'explore/VIZ_SWITCHED': {
      const before = state.formData;
      const memory = before ? { ...state.memory, [before.viz_type]: before } : state.memory;
      return { ...state, memory, formData: action.formData, queried: undefined, focusedControl: undefined };
    }
    case 'explore/NAME_CHANGED':
      return { ...state, name: action.name };
    case 'explore/SAVE_REQUESTED':
      return { ...state, save: { status: 'saving' } };
    case 'explore/SAVED':
      return {
        ...state,
        save: { status: 'idle' },
        slice: action.slice,
        name: action.slice.slice_name,
        formData: action.formData,
        baseline: action.formData,
        queried: state.queried ? { ...state.queried, slice_id: action.slice.slice_id } : undefined,
      };
    case 'explore/SAVE_FAILED':
      return { ...state, save: { status: 'failed', message: action.message } };
    case 'explore/SAVE_CLOSED':
      return { ...state, save: { status: 'idle' } };
    case 'explore/FAVOURITE_TOGGLED':
      return { ...state, isFavourite: !state.isFavourite };
    case 'explore/FAVOURITE_KNOWN':
      return { ...state, isFavourite: action.isFavourite };
    case 'explore/ADDRESS_CHANGED':
      return { ...state, request: action.request, formDataKey: action.key };
    case 'explore/CLOSED':
      return INITIAL_STATE;
    default:
      return state;
  }
}
