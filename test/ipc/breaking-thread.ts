throw new Error('EBUSY: resource busy');
