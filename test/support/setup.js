process.env.N8N_LOG_LEVEL = 'silent';
