/** Kinds of tags; people make `custom` ones. */
export const TagType = { custom: 1, type: 2, owner: 3, favouritedBy: 4 } as const;

/** What can be tagged, by the number the REST paths carry (contract §1.7). */
export const TAGGED_TYPES = { 1: 'query', 2: 'chart', 3: 'dashboard', 4: 'dataset' } as const;
export type TaggedType = (typeof TAGGED_TYPES)[keyof typeof TAGGED_TYPES];

/** Tables of the metadata database other plugins may join. */
export interface TagTables {
  tag: {
    id: number;
    name: string;
    /** See {@link TagType}. */
    type: number;
    description: string | null;
    created_on: number;
    changed_on: number;
    created_by_fk: number | null;
    changed_by_fk: number | null;
  };
  tagged_object: { tag_id: number; object_id: number; object_type: TaggedType };
  user_favorite_tag: { user_id: number; tag_id: number };
}
